import { useId } from 'react';
import styles from './file-button.module.css';

/** The server's limit of a spreadsheet. */
export const LARGEST_FILE_BYTES = 1_000_000;

/** Null when the file was moved or changed after it was chosen. */
export async function bytesOf(file: File): Promise<Uint8Array | null> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    return null;
  }
}

/** Chooses a spreadsheet. */
export function FileButton(props: {
  readonly label: string;
  readonly isBusy: boolean;
  readonly onFile: (file: File) => void;
}) {
  const id = useId();
  return (
    <span className={styles.file}>
      <input
        id={id}
        type="file"
        accept=".xlsx,.csv,.tsv,.txt"
        disabled={props.isBusy}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          event.currentTarget.value = '';
          if (file !== undefined) props.onFile(file);
        }}
      />
      <label htmlFor={id}>{props.label}</label>
    </span>
  );
}
