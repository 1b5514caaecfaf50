import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { saveDecision, textsQuery } from '../../features/texts/queries'
import { TextFilters } from '../../features/texts/text-filters'
import { TextList } from '../../features/texts/text-list'
import type { Decision, HeldText } from '../../features/texts/types'
import { removal } from '../../features/texts/words'
import { useAnswer } from '../../lib/api/query'
import { attempt } from '../../ui/buttons/use-action'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog'
import { useRowFocus } from '../../ui/tables/use-row-focus'
import { FilteredList, NO_ROWS } from '../lists/filtered-list'
import { OwnCase } from '../own-case'
import { textsAddress } from './addresses/texts-address'
import { listLoader } from './list-loader'
import { dashboard, texts as words } from './words'

export const loader = listLoader(textsAddress, textsQuery)

/** The texts that were held because they seem to contain contact details (docs/product.md, section 4.5). */
export function Component() {
  const { filter, list } = useLoaderData<typeof loader>()
  const found = useAnswer(list, { keepPrevious: true })
  const [removing, setRemoving] = useState<HeldText | null>(null)
  const { listRef, onFocus } = useRowFocus(found.data?.rows ?? [], NO_ROWS)
  return (
    <>
      <FilteredList
        filter={filter}
        found={found}
        address={textsAddress}
        Filters={TextFilters}
        loading={words.loading}
        rowHeight={9}
        failureTitle={dashboard.failed}
        failure={words.failed}
        empty={{
          noMatches: words.noMatches,
          showUsual: words.showHeld,
          noRows: { title: words.empty, hint: words.emptyHint },
        }}
      >
        {(rows) => (
          <TextList
            texts={rows}
            listRef={listRef}
            onFocus={onFocus}
            ownCase={<OwnCase of="text" />}
            onRelease={(text) => decide(text, 'release')}
            onRemove={setRemoving}
          />
        )}
      </FilteredList>
      {removing && (
        <ConfirmDialog
          title={removal.title}
          question={removal.question}
          confirmLabel={removal.confirm}
          cancelLabel={removal.cancel}
          onConfirm={() => {
            setRemoving(null)
            void decide(removing, 'remove')
          }}
          onClose={() => setRemoving(null)}
        />
      )}
    </>
  )
}

const decide = ({ _id }: HeldText, decision: Decision) =>
  attempt(saveDecision, { done: words.done[decision], failed: words.decideFailed[decision] }, _id, decision)
