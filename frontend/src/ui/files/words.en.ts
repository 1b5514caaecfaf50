// Texts about choosing, sending and downloading files.

export const dropArea = 'Drop area'
export const orDrop = 'or drop them here'
export const remove = (file: string) => `Remove ${file}`
export const alreadyAttached = (files: string[]) =>
  `Already attached: ${files.join(', ')}. To send a different version, remove the first one.`

export const progressLabel = 'Upload progress'
export const cancelUpload = 'Cancel upload'
export const waiting = 'Sent, waiting for confirmation'
export const overdue =
  'No confirmation yet. You can keep waiting, or stop and check later whether it arrived.'
export const stopWaiting = 'Stop waiting'

export const leaving = {
  unfinished:
    'Your upload is not finished. If you leave now, it will be cancelled. We keep what you typed, but not the files.',
  unconfirmed:
    'Everything has been sent, but we have not confirmed it yet. If you leave now, you will not see whether it arrived.',
}

export const downloadFailed = 'Failed to download file'

/** Why a file cannot be downloaded now. */
export const fileStates = {
  checking: 'This file is being checked for viruses. It opens as soon as it is found clean.',
  infected: 'This file contains malware, so nobody can open it.',
}

/** Comes before the name of a file. */
export const downloadOf = 'Download '
