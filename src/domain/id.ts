/** Needs no escaping in an address. 64 characters are more than any id of a shop has. */
export const ID_PATTERN = /^[a-z0-9][a-z0-9._-]{0,63}$/;
