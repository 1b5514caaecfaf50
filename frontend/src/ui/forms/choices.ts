/** One option of a select. */
export type Choice = { value: string; label: string }

/** The options of a select with a given value. A value that is not among them is added as it is. */
export const withValue = (choices: Choice[], value: string): Choice[] =>
  choices.some((choice) => choice.value === value) ? choices : [{ value, label: value }, ...choices]
