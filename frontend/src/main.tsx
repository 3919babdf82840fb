import "@fontsource-variable/inter/wght.css";
import "./styles/tokens.css";
import "./styles/base.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./App.tsx";
import { makeQueryClient } from "./api/queries.ts";
import { headStart } from "./grid/headStart.ts";
import { Toasts } from "./ui/Toasts.tsx";

headStart();
const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={makeQueryClient()}>
        <App />
        <Toasts />
      </QueryClientProvider>
    </StrictMode>,
  );
}
