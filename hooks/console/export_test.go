package console

// Serve serves the console at an address of its own.
var Serve = serve
