// What articles and printed pages say.

export const onThisPage = 'On this page'
export const printed = (time: string, address: string) => `Printed ${time} from ${address}`
