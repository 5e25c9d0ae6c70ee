import type { Call, CallOutput } from '@pasar/api';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import type { z } from 'zod';
import { type LookUp, useLookUp } from '../../../base/look-up.ts';
import { LookedUpPart } from '../../../base/looked-up.tsx';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import styles from './picker.module.css';

interface Paged {
  readonly next: string | null;
  readonly unreadableCount: number;
}
interface PagesProps<C extends Call> {
  readonly lookUp: LookUp<C>;
  /** Without a cursor. */
  readonly input: z.input<C['input']>;
  readonly draw: (page: CallOutput<C>) => ReactNode;
}

/**
 * The pages of a list, each asked for when the one before it was wanted to the end. The caller gives the list another
 * key where the input is another.
 */
export function Pages<C extends Call>({ lookUp, input, draw }: PagesProps<C>) {
  const [cursors, setCursors] = useState<readonly (string | null)[]>([null]);
  return (
    <>
      {cursors.map((cursor, at) => (
        <Page
          key={cursor ?? ''}
          lookUp={lookUp}
          input={cursor === null ? input : { ...(input as object), cursor }}
          draw={draw}
          onMore={at === cursors.length - 1 ? (next) => setCursors([...cursors, next]) : null}
        />
      ))}
    </>
  );
}

function Page<C extends Call>({
  lookUp,
  input,
  draw,
  onMore,
}: Omit<PagesProps<C>, 'input'> & {
  readonly input: unknown;
  readonly onMore: ((next: string) => void) | null;
}) {
  const { t } = useTranslation('pickers');
  const look = useLookUp(lookUp, input as z.input<C['input']>);
  return (
    <LookedUpPart
      look={look}
      draw={(page) => {
        const { next, unreadableCount } = page as Paged;
        return (
          <>
            {draw(page)}
            {unreadableCount > 0 && <p className={styles.note}>{t('list.unreadable', { count: unreadableCount })}</p>}
            {next !== null && onMore !== null && (
              <Button kind="plain" className={styles.more ?? ''} onClick={() => onMore(next)}>
                {t('list.more')}
              </Button>
            )}
          </>
        );
      }}
    />
  );
}

/** In a list, the arrow keys, Home and End move between the rows' main controls, which are marked `data-row`. */
export function moveRow(event: KeyboardEvent<HTMLElement>): void {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]:not(:disabled)')];
  const index = rows.findIndex((row) => row.matches(':focus'));
  const to = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: -1 }[event.key];
  if (to === undefined || index < 0 || rows.length === 0) return;
  event.preventDefault();
  rows.at(to % rows.length)?.focus();
}
