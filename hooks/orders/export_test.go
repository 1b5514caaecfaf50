package orders

// FreeReference exposes freeReference to tests.
var FreeReference = freeReference
