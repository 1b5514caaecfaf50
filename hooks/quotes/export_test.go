package quotes

// FreeReference exposes freeReference to tests.
var FreeReference = freeReference
