import { formatBytes } from '../../lib/formats/format'
import { formatTime, formatUtc } from '../../lib/time/time'
import { withKeys } from '../../ui/tables/row-keys'
import { type Fact, Facts } from '../../ui/text/facts'
import { PrintButton, PrintNote } from '../../ui/text/sheet'
import type { Receipt } from './model'
import { page, facts as words } from './words.en'

/** The receipt of a delivery, to read and to print. */
export function ReceiptSheet({
  receipt: { code, reference, version, deliveredAt, files },
}: {
  receipt: Receipt
}) {
  const facts: Fact[] = [
    [words.reference, reference],
    [words.version, String(version)],
    [words.delivered, formatUtc(deliveredAt)],
    // Paper outlives the year, so the time always includes it.
    [words.local, formatTime(deliveredAt, 0)],
    [words.code, code],
  ]
  return (
    <article>
      <h1 className="text-4xl">{page.title}</h1>
      <Facts className="mt-4" facts={facts} />
      <h2 className="mt-8 mb-2 text-2xl">{words.files}</h2>
      <table aria-label={words.files} className="w-full table-fixed border-t border-base-300 text-left">
        <thead>
          <tr className="border-b border-base-300 text-muted">
            <th scope="col" className="py-2 pr-3 font-normal">
              {words.name}
            </th>
            <th scope="col" className="w-24 py-2 pr-3 text-right font-normal">
              {words.size}
            </th>
            <th scope="col" className="w-2/5 py-2 font-normal">
              {words.checksum}
            </th>
          </tr>
        </thead>
        <tbody>
          {withKeys(files, ({ name }) => name).map(({ key, row: { name, size, sha256 } }) => (
            <tr key={key} className="border-b border-base-300 align-top">
              <th scope="row" className="py-2 pr-3 font-semibold wrap-anywhere">
                {name}
              </th>
              <td className="py-2 pr-3 text-right tabular-nums">
                <FileSize size={size} />
              </td>
              <td className="py-2">
                <code className="text-[0.9375rem] break-all select-all">{sha256}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-4 max-w-prose text-muted">{words.explanation}</p>
      <div className="mt-4 print:hidden">
        <PrintButton />
      </div>
      <PrintNote>{words.printed(reference, version)}</PrintNote>
    </article>
  )
}

/** The rounded size with the exact number of bytes, which paper must show too. */
function FileSize({ size }: { size: number }) {
  const rounded = formatBytes(size)
  const exact = words.bytes(size)
  if (rounded === exact) return exact
  return (
    <>
      {rounded} <span className="block text-[0.9375rem] text-muted">{exact}</span>
    </>
  )
}
