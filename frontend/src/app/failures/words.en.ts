// Messages about pages, or parts of them, that are missing or out of date.

export const kept =
  'Your unsent assignments and quote requests are saved in this tab, except for their files.'

export const brokenPage = {
  title: 'Something went wrong',
  text: `We could not show this page. ${kept} Reload the page, or start again from the home page.`,
  reload: 'Reload page',
  home: 'Go to the home page',
}

export const missingPage = {
  title: 'Page not found',
  text: 'There is no page at this address. Check the address for typing errors, or start again from the home page.',
  home: 'Go to the home page',
}

export const missingPart = { title: 'Part of this page did not load', reload: 'Reload page' }

export const outdated = {
  text: 'The latest changes could not be loaded. What you see may be out of date.',
  retry: 'Try again',
}
