import { useState } from 'preact/hooks';

/** Event handlers for an element that files can be dropped on, and whether one is over it. */
export function useFileDrop(onFile: (file: File | undefined) => void) {
  const [isOver, setOver] = useState(false);
  const hasFile = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
  return {
    isOver,
    events: {
      onDragOver: (event: DragEvent) => {
        if (!hasFile(event)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        setOver(false);
        if (!hasFile(event)) return;
        event.preventDefault();
        onFile(event.dataTransfer?.files[0]);
      },
    },
  };
}
