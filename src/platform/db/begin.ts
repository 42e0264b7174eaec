/** A statement that begins a transaction. */
export const BEGIN = /^(?:begin|start transaction)\b/;
