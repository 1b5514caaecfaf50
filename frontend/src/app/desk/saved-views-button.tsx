import Bookmark from 'lucide-react/icons/bookmark'
import { useState } from 'react'
import { SavedViewsList } from '../../features/views/saved-views-list'
import { sessionAtom } from '../../lib/session/session'
import { useAtomValue } from '../../lib/state/store'
import { Button } from '../../ui/buttons/button'
import { Modal } from '../../ui/dialogs/modal'

/** Opens the views that the person keeps of this page; the address is that of the one that is shown. */
export function SavedViewsButton({ address }: { address: string }) {
  const { user } = useAtomValue(sessionAtom)
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  if (!user) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Bookmark size={18} strokeWidth={1.5} aria-hidden="true" />
        Saved views
      </Button>
      {open && (
        <Modal title="Saved views" onClose={close}>
          <SavedViewsList account={user._id} address={address} onOpen={close} />
        </Modal>
      )}
    </>
  )
}
