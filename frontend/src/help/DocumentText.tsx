// A document on the screen. Links between documents stay in the help; others open beside it.
import { safeHref } from "../text/shown.ts";
import { type Block, blocks, type Run } from "./markdown.ts";

interface TextProps {
  text: string;
  onOpen: (name: string) => void;
}

export function DocumentText({ text, onOpen }: TextProps) {
  return (
    <div className="document">
      {blocks(text).map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a document does not change while it is read
        <Part key={index} block={block} onOpen={onOpen} />
      ))}
    </div>
  );
}

function Part({ block, onOpen }: { block: Block; onOpen: (name: string) => void }) {
  const inline = (runs: readonly Run[]) => <Runs runs={runs} onOpen={onOpen} />;
  switch (block.kind) {
    case "heading":
      return block.level <= 2 ? <h3>{inline(block.runs)}</h3> : <h4>{inline(block.runs)}</h4>;
    case "paragraph":
      return <p>{inline(block.runs)}</p>;
    case "code":
      return (
        <pre tabIndex={0} role="region" aria-label="Example">
          {block.text}
        </pre>
      );
    case "list": {
      // biome-ignore lint/suspicious/noArrayIndexKey: a document does not change while it is read
      const items = block.items.map((item, index) => <li key={index}>{inline(item)}</li>);
      return block.isOrdered ? <ol>{items}</ol> : <ul>{items}</ul>;
    }
    case "table":
      return <Table head={block.head} rows={block.rows} onOpen={onOpen} />;
  }
}

function Table({ head, rows, onOpen }: { head: Run[][]; rows: Run[][][]; onOpen: (name: string) => void }) {
  return (
    <div className="wide-scroll" tabIndex={0} role="group" aria-label="Table, to scroll">
      <table className="table">
        <thead>
          <tr>
            {head.map((cell, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a document does not change while it is read
              <th key={index} scope="col">
                <Runs runs={cell} onOpen={onOpen} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a document does not change while it is read
            <tr key={index}>
              {row.map((cell, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a document does not change while it is read
                <td key={place}>
                  <Runs runs={cell} onOpen={onOpen} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const OWN = /([a-z0-9_-]+)\.md(?:#.*)?$/;

function Runs({ runs, onOpen }: { runs: readonly Run[]; onOpen: (name: string) => void }) {
  return runs.map((run, index) => {
    const key = `${index} ${run.text}`;
    if (run.kind === "code") return <code key={key}>{run.text}</code>;
    if (run.kind === "strong") return <b key={key}>{run.text}</b>;
    if (run.kind === "stress") return <em key={key}>{run.text}</em>;
    if (run.kind === "text") return run.text;
    const own = OWN.exec(run.to)?.[1];
    if (own)
      return (
        <button key={key} type="button" className="link-button" onClick={() => onOpen(own)}>
          {run.text}
        </button>
      );
    const href = safeHref(run.to);
    return href ? (
      <a key={key} href={href} target="_blank" rel="noopener noreferrer">
        {run.text}
      </a>
    ) : (
      run.text
    );
  });
}
