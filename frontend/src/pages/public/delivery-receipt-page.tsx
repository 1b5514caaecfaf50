import { Suspense } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { lazyPart } from '../../app/loading/lazy-part'
import { settle } from '../../app/loading/public-answers'
import { waitBriefly } from '../../app/loading/public-waits'
import { getReceipt } from '../../features/receipts/api'
import { ReceiptSheet } from '../../features/receipts/receipt-sheet'
import { check, notFound, page } from '../../features/receipts/words.en'
import { Skeleton } from '../../ui/loading/skeleton'
import { Section } from '../../ui/text/section'
import { AddressedPage } from './addressed-page'

const FileCheck = lazyPart(async () => (await import('../../features/receipts/file-check')).FileCheck)

export async function loader({ params, request }: LoaderFunctionArgs) {
  const code = params.code ?? ''
  const receipt = settle(getReceipt(code, request.signal))
  await waitBriefly(receipt)
  return { code, receipt }
}

/** The public receipt of a delivery, with a check of files in the browser (docs/product.md, section 4.18). */
export function Component() {
  const { code, receipt } = useLoaderData<typeof loader>()
  return (
    <AddressedPage code={code} loaded={receipt} height={32} words={{ page, notFound }}>
      {(data) => (
        <div className="max-w-3xl">
          <ReceiptSheet receipt={data} />
          <Section title={check.title} className="mt-10 print:hidden" headingClass="text-2xl">
            <p className="mt-1 mb-4 max-w-prose">{check.intro}</p>
            <Suspense fallback={<Skeleton label={check.loading} height={7} />}>
              <FileCheck files={data.files} />
            </Suspense>
          </Section>
        </div>
      )}
    </AddressedPage>
  )
}
