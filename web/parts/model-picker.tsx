/** Which model answers: those that are open, a file of one's own, or a small one that is learnt on the spot. */
import { useState } from "preact/hooks";
import { backend } from "../backend/backend.ts";
import type { ModelInfo } from "../backend/messages.ts";
import { useBackend } from "../hooks.ts";
import { change } from "../route.ts";
import { DropZone } from "./drop-zone.tsx";

/** Opens a model file in the page. */
export async function openModelFile(file: File): Promise<ModelInfo> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const model = await backend.call("open", { bytes, name: file.name }, { transfer: [bytes.buffer] });
  backend.add(model);
  return model;
}

function useOpenFile() {
  const [state, setState] = useState<{ readonly busy: boolean; readonly error?: string }>({ busy: false });
  const open = async (file: File): Promise<ModelInfo | undefined> => {
    setState({ busy: true });
    try {
      const model = await openModelFile(file);
      setState({ busy: false });
      return model;
    } catch (error) {
      setState({ busy: false, error: (error as Error).message });
      return undefined;
    }
  };
  return { open, ...state };
}

interface Props {
  readonly verb: string;
  readonly chosen: ModelInfo | undefined;
  /** The parameter of the address that names the model. */
  readonly parameter?: string;
}

export function ModelPicker({ verb, chosen, parameter = "model" }: Props) {
  const { open, busy, error } = useOpenFile();
  const models = useBackend().able(verb);
  return (
    <div class="picker">
      <label>
        <span class="soft">Model</span>
        <select
          value={chosen?.name ?? ""}
          disabled={models.length === 0}
          onChange={({ currentTarget }) => change({ [parameter]: currentTarget.value })}
        >
          {models.length === 0 && <option value="">none yet</option>}
          {models.map(({ name, kind, where }) => (
            <option key={name} value={name}>
              {name} · {kind}
              {where === "page" ? " (this page)" : ""}
            </option>
          ))}
        </select>
      </label>
      <DropZone
        label={busy ? "Opening…" : "Open a model file"}
        accept=".model"
        onFile={async (file) => {
          const model = await open(file);
          if (model !== undefined) change({ [parameter]: model.name });
        }}
      />
      {error !== undefined && (
        <p class="error" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
