package disk

// Temporary is the folder in a data folder that holds the temporary files of a server.
const Temporary = ".temporary"
