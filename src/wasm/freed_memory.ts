/**
 * Writes zeros over the memory that is free once every other module is read. A component is a picture of its memory at
 * that time: it would ship what the reader of JavaScript left there, and zeros cost nothing. To be imported last.
 */
Array.from({ length: 4096 }, () => new ArrayBuffer(1024))
