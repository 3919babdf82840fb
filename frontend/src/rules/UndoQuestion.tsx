// Asks before all that a rule decided is taken back, and says how much of it still can be.
import { useQuery } from "@tanstack/react-query";
import { get } from "../api/client.ts";
import { inWords } from "../text/trouble.ts";
import { Question } from "../ui/Question.tsx";

interface UndoQuestionProps {
  id: string;
  name: string;
  onClose: () => void;
  onDo: () => void;
}

export function UndoQuestion({ id, name, onClose, onDo }: UndoQuestionProps) {
  const { data, error } = useQuery({
    queryKey: ["rules", "undo", id],
    queryFn: ({ signal }) => get(`/rules/${id}/undo`, {}, signal),
    staleTime: 0,
  });
  const isPast = data?.restorable === 0;
  return (
    <Question
      isDangerous
      title={`Undo all that ${name} decided?`}
      verb="Undo"
      disabled={!data || isPast}
      onClose={onClose}
      onDo={onDo}
    >
      <ul>
        <li role="status">{data?.words ?? (error ? inWords(error) : "Counting what can be taken back…")}</li>
        {!isPast && (
          <>
            <li>Rows that were worked on or decided anew since stay as they are, with all that was made of them.</li>
            <li>The rule is paused, so that it does not decide again.</li>
          </>
        )}
      </ul>
    </Question>
  );
}
