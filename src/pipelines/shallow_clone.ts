/** Why history is not known, and the next step. */
export const shallowClone = 'this clone is shallow: fetch the rest with "git fetch --unshallow"'
