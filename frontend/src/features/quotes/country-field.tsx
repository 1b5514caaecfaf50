import type { Ref } from 'react'
import { ComboboxField } from '../../ui/forms/combobox-field'
import countries from './countries.json'

const options = countries.map(({ name, dial_code, code }) => ({
  value: code,
  label: `${name} (${dial_code})`,
  words: `${name} ${dial_code} ${code}`,
}))

/** The country of a phone number, by name, dialling code or two letters (docs/product.md, section 3.10). */
export function CountryField(props: {
  value: string
  error: string | undefined
  inputRef: Ref<HTMLInputElement>
  onChange: (code: string) => void
}) {
  return <ComboboxField label="Country code" options={options} {...props} />
}
