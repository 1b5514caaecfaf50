package disk

// Temporary is the folder in a data folder that holds the temporary files of a server.
const Temporary = ".temporary"

// Uploads is the folder in a data folder in which a server notes what it is about to store.
const Uploads = ".uploads"
