declare module 'subset-font' {
  function subsetFont(
    font: Buffer,
    text: string,
    options: { targetFormat: 'truetype' },
  ): Promise<Buffer>;
  export = subsetFont;
}
