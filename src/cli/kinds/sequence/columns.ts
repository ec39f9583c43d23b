/** Data without the columns that are features of a model: the error names the model, not a flag that nobody gave. */
import { InputError, OptionError } from "../../../base/index.ts";

/** What to throw in place of an error of reading data with the columns of a model. */
export const asModelColumns = (error: unknown): unknown =>
  error instanceof OptionError && error.option === "features"
    ? new InputError(
        `the model has columns of its training data as features; ${error.message.replace(/^features: /, "")}`,
      )
    : error;
