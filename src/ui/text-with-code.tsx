/** Plain text in which backticks mark code, as in the descriptions of the API. */
export function TextWithCode({ text }: { text: string }) {
  return (
    <>
      {text
        .split('`')
        .map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}
    </>
  );
}
