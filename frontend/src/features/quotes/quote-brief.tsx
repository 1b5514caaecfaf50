import { formatCount } from '../../lib/formats/format'
import { locale } from '../../lib/formats/locale'
import { formatDate, formatTime } from '../../lib/time/time'
import { zoneWords } from '../../lib/time/time-zone'
import { FileList } from '../../ui/files/file-list'
import { type Fact, Facts } from '../../ui/text/facts'
import { quietLinkClass } from '../../ui/text/link-classes'
import { addressOf, linkQuoteFile } from './api'
import type { Quote } from './model'
import { brief as words } from './words.en'

/** What a visitor asked for: the facts, the description, and the files. */
export function QuoteBrief({ quote }: { quote: Quote }) {
  const facts: Fact[] = [
    [words.deadline, formatTime(quote.dueAt)],
    [words.asEntered, formatDeadline(quote)],
    [words.pages, formatCount(quote.pages)],
    [words.service, quote.serviceName || quote.service || words.frontPage],
    [words.country, nameOfCountry(quote.countryCode)],
  ]
  return (
    <section
      aria-label={words.label}
      data-first-focus
      tabIndex={-1}
      className="mb-5 border-l-2 border-secondary pl-4 outline-none"
    >
      <p className="font-serif text-xl font-semibold wrap-anywhere">{quote.subject}</p>
      <p className="wrap-anywhere">
        <a href={`mailto:${quote.email}`} className={quietLinkClass}>
          {quote.email}
        </a>{' '}
        <span aria-hidden="true">·</span>{' '}
        <a href={`tel:${quote.phone}`} className={quietLinkClass}>
          {quote.phone}
        </a>
      </p>
      <Facts facts={facts} className="mt-3" />
      <p className="prose-text mt-3 max-h-64 overflow-y-auto">{quote.description}</p>
      {quote.files.length > 0 && (
        <div className="mt-3">
          {quote.purgeAt && <p className="mb-2">{words.filesGo(formatTime(quote.purgeAt))}</p>}
          <FileList
            label={words.files}
            files={quote.files.map((file, i) => ({
              key: addressOf(file) || String(i),
              name: file.name,
              size: file.size,
              state: file.state,
              link: file.url ? () => linkQuoteFile(quote._id, file) : null,
            }))}
          />
        </div>
      )}
    </section>
  )
}

/** A deadline as the visitor entered it, in the visitor's time zone: "1 Dec 2031, 21:00 (Australia/Sydney)". */
function formatDeadline({ deadline, deadlineTime, timeZone }: Quote): string {
  return `${formatDate(deadline)}, ${deadlineTime} (${zoneWords(timeZone)})`
}

/** The English name of a country: "Australia" for AU; '' stays ''. */
const nameOfCountry = (code: string) =>
  code && (new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code)
