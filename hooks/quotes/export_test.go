package quotes

// FreshReference is what tests give references of their own.
var FreshReference = freshReference
