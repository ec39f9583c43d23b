/** The base parser as symbols and tensors. */
import { ModelFileError } from "../../base/errors.ts";
import type { Json, ModelParts } from "../../base/model-parts.ts";
import type { StageResult } from "../../base/stages.ts";
import type { BaseModel } from "./base-parser.ts";
import type { BaseReport } from "./learn-base.ts";

type Tables = Pick<ModelParts, "symbols" | "tensors">;

export const baseTables = ({ labels, arcWeights, relationWeights }: BaseModel): Tables => ({
  symbols: { labels },
  tensors: {
    arcWeights: { shape: [arcWeights.length], data: arcWeights },
    relationWeights: { shape: [relationWeights.length], data: relationWeights },
  },
});

/** The parser in `symbols` and `tensors`, of the order that `options` names. */
export function baseFrom({ options, symbols, tensors }: Tables & { readonly options: Json }): BaseModel {
  const floats = (name: string): Float32Array => {
    const data = tensors[name]?.data;
    if (data instanceof Float32Array) return data;
    throw new ModelFileError("damaged", `has no tensor "${name}" of 32-bit numbers; the file is damaged: train the model again.`);
  };
  return Object.freeze({
    order: (options as { readonly order: BaseModel["order"] }).order,
    labels: symbols.labels ?? [],
    arcWeights: floats("arcWeights"),
    relationWeights: floats("relationWeights"),
  });
}

/** A parser just learnt, with its report. */
export const baseResult = ({ model, report }: { readonly model: BaseModel; readonly report: BaseReport }): StageResult => ({
  ...baseTables(model),
  options: { order: model.order },
  report: report as unknown as Json,
});
