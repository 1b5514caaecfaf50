/** One choice of a select. */
export type Choice = { value: string; label: string }

/** The choices of a select that holds a value: a value that is none of them is shown as it is. */
export const withValue = (choices: Choice[], value: string): Choice[] =>
  choices.some((choice) => choice.value === value) ? choices : [{ value, label: value }, ...choices]
