// Texts of articles and printed pages.

export const onThisPage = 'On this page'
export const print = 'Print'
export const printed = (time: string, address: string) => `Printed ${time} from ${address}`
