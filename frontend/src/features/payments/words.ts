/** The sentences of payments, invoices and receipts. */

export const payments = {
  loading: 'Loading payments',
  failed: 'Failed to load payments',
  invoiceFailed: 'Failed to load the invoice',
  howToPay: 'How to pay',
  ask: (reference: string) => `Ask us how to pay, and quote ${reference}.`,
  /** Before there is an invoice. */
  invoiceComes: 'We will send you an invoice.',
  invoiceComesToStudent: 'The student gets an invoice with the first payment.',
  noInstructions: "No payment instructions are set up. Add them to the site's settings in the console.",
  list: 'Payments',
  none: 'No payments yet. They appear here when we have received them.',
  /** Of an order for which nothing is due any more. */
  nothingPaid: 'Nothing was paid.',
  kinds: { received: 'Received', returned: 'Returned' },
  invoice: (number: string) => `Invoice ${number}`,
  receipt: 'Receipt',
  receiptOf: (number: string) => `Receipt ${number}`,
}

export const form = {
  title: 'Record payment',
  amountIn: (currency: string) => `Amount in ${currency}`,
  due: (amount: string) => `${amount} is due.`,
  receivedOn: 'Received on',
  receivedOnHint: 'Today, if you leave this empty.',
  receivedOnHintIn: (zone: string) => `Today in ${zone}, if you leave this empty.`,
  submit: 'Record payment',
  done: 'Payment recorded',
  failed: 'Failed to record the payment',
}

/** The invoice and the receipt, as they are printed. */
export const sheet = {
  loading: 'Loading the document',
  failed: 'Failed to load the document',
  back: 'Back to the assignment',
  invoice: 'Invoice',
  receipt: 'Receipt',
  number: 'Number',
  issuedOn: 'Issued on',
  receivedOn: 'Received on',
  order: 'Order',
  invoiceNumber: 'Invoice',
  seller: 'From',
  buyer: 'To',
  paid: 'Paid',
  /** What need not be paid, because the order was cancelled or a refund was approved. */
  credited: 'Credited',
  due: 'Amount due',
  receivedFor: (description: string) => `Payment for ${description}`,
  method: 'Method',
  reference: 'Payment reference',
  howToPay: 'How to pay',
  noInvoice: {
    title: 'No invoice yet',
    text: 'An order gets its invoice when an offer is accepted or a first payment is recorded.',
  },
  /** What the tutor of an order reads instead of its documents. */
  denied: {
    title: 'This document is not available to you',
    text: 'Invoices and receipts are for the student of the order and our team.',
  },
  noReceipt: { title: 'Receipt not found', text: 'This order has no payment with this receipt.' },
}
