/** The oldest version of Node that runs the program. */
export const oldestNode = 22
