// Runs before the first paint, so that the chosen colour mode does not flash:
// light unless dark was chosen here before. The system's mode is not asked.
try {
  document.documentElement.dataset.theme = localStorage.getItem('theme') === 'dark' ? 'dark' : 'light'
} catch {
  document.documentElement.dataset.theme = 'light'
}
