/** The whole body; calls `onChunk` for each part that arrives. */
export async function readBody(response: Response, onChunk: () => void): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const reader = response.body?.getReader();
  for (;;) {
    const { value } = (await reader?.read()) ?? {};
    if (!value) return new Blob(chunks);
    chunks.push(value);
    onChunk();
  }
}

/** The response as a file, with the name that the site gave it. */
export async function readFile(response: Response): Promise<File> {
  const disposition = response.headers.get('content-disposition') ?? '';
  const name = /filename="?([^";]+)/.exec(disposition)?.[1] ?? 'download';
  const type = response.headers.get('content-type') ?? '';
  return new File([await response.blob()], name, { type });
}
