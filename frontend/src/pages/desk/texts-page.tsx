import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { decideText, textsQuery } from '../../features/texts/api'
import { textList } from '../../features/texts/list'
import type { Decision, HeldText } from '../../features/texts/model'
import { TextList } from '../../features/texts/text-list'
import { list as listWords, removal } from '../../features/texts/words.en'
import { useAnswer } from '../../lib/api/query'
import { attempt } from '../../ui/buttons/use-action'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog'
import { FilteredList } from '../shared/filtered-list'
import { OwnCase } from '../shared/own-case'
import { listLoader } from './ask-desk'
import { dashboard, texts as words } from './words.en'

export const loader = listLoader(textList, textsQuery)

/** The texts that were held because they seem to contain contact details (docs/product.md, section 4.5). */
export function Component() {
  const { filter, list } = useLoaderData<typeof loader>()
  const found = useAnswer(list, { keepPrevious: true })
  const [removing, setRemoving] = useState<HeldText | null>(null)
  return (
    <>
      <FilteredList
        list={textList}
        filter={filter}
        found={found}
        words={words}
        rowHeight={9}
        failureTitle={dashboard.failed}
        label={listWords.label}
      >
        {({ rows }) => (
          <TextList
            texts={rows}
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
  attempt(decideText, { done: words.done[decision], failed: words.decideFailed[decision] }, _id, decision)
