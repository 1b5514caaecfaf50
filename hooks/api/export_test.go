package api

// NetworkOf returns what an address is counted as.
var NetworkOf = networkOf
