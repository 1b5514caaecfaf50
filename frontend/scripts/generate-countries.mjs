// Writes the countries of the quote form: name, dialling code, two-letter code,
// currency and its symbol. The result is committed, so that a build does not
// depend on the version of the tools that name countries.
// usage: node scripts/generate-countries.mjs src/features/quotes/countries.json
import { writeFile } from 'node:fs/promises'
import currencyOf from 'country-to-currency'
import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min'

const target = process.argv[2]
if (!target) throw new Error('usage: generate-countries.mjs <file>')

// Two territories that are missing from the table of currencies.
const left = { AC: 'SHP', TA: 'SHP' }
const names = new Intl.DisplayNames(['en'], { type: 'region' })

const symbolOf = (currency) =>
  new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? currency

const countries = getCountries()
  .map((code) => {
    const currency = currencyOf[code] ?? left[code]
    return {
      name: names.of(code),
      dial_code: `+${getCountryCallingCode(code)}`,
      code,
      currency,
      currency_symbol: symbolOf(currency),
    }
  })
  .sort((a, b) => a.name.localeCompare(b.name, 'en'))

const lines = countries.map((country) => `  ${JSON.stringify(country)}`)
await writeFile(target, `[\n${lines.join(',\n')}\n]\n`)
