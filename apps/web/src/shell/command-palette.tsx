import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from '../base/texts/i18n.ts';
import chooser from '../ui/chooser.module.css';
import { Icon } from '../ui/icon.tsx';
import { MarketplaceMark } from '../ui/marketplace-mark.tsx';
import { useModal } from '../ui/use-modal.ts';
import { type Command, matching } from './command.ts';
import styles from './command-palette.module.css';
import { Keys } from './keys-shown.tsx';
import { forgetTyped, typedAhead } from './typed-ahead.tsx';
import { useCommands, useSearchCommand, useServerSearch } from './use-commands.ts';

export interface CommandPaletteProps {
  readonly onClose: () => void;
  readonly onShortcuts: () => void;
  readonly onLogOut: () => void;
}

/** Finds conversations, shops, screens, theme, language and logging out by name. */
export function CommandPalette(props: CommandPaletteProps) {
  const { t } = useTranslation('shell');
  const dialog = useModal();
  const listId = useId();
  const { words, found, isNothingFound, active, write, run, onKeyDown } = useChoice(props);
  return (
    <dialog
      ref={dialog}
      className={chooser.dialog}
      aria-label={t('palette.label')}
      onCancel={props.onClose}
      // A press beside the content has the dialog itself as its target.
      onPointerDown={(event) => event.target === dialog.current && props.onClose()}
    >
      <div className={`${chooser.box} ${styles.box}`}>
        <div className={chooser.head}>
          <Icon name="search" />
          <input
            className={`${chooser.input} ${styles.input}`}
            role="combobox"
            aria-label={t('palette.label')}
            aria-expanded="true"
            aria-controls={listId}
            aria-activedescendant={active === undefined ? undefined : `${listId}-${active.key}`}
            placeholder={t('palette.placeholder')}
            value={words}
            onChange={(event) => write(event.currentTarget.value)}
            onKeyDown={onKeyDown}
          />
        </div>
        <div role="listbox" id={listId} aria-label={t('palette.label')} className={styles.list} tabIndex={-1}>
          {found.map((command) => (
            <Row
              key={command.key}
              id={`${listId}-${command.key}`}
              command={command}
              isActive={command === active}
              onRun={run}
            />
          ))}
        </div>
        {isNothingFound && <p className={styles.none}>{t('palette.none', { words })}</p>}
      </div>
    </dialog>
  );
}

/** The typed text, the commands that match it, and the one that Enter chooses. */
function useChoice({ onClose, onShortcuts, onLogOut }: CommandPaletteProps) {
  const [words, setWords] = useState(typedAhead);
  useEffect(forgetTyped, []);
  const [at, setAt] = useState(0);
  const commands = useCommands({ onShortcuts, onLogOut });
  const everything = useSearchCommand(words);
  const isSearching = useServerSearch(words);
  const matched = useMemo(() => matching(commands, words), [commands, words]);
  const found = useMemo(() => (everything === null ? matched : [...matched, everything]), [matched, everything]);
  const active = found[Math.min(at, found.length - 1)];
  const run = (command: Command) => {
    onClose();
    command.run();
  };
  // Enter pressed before the server has answered chooses what the server finds, not the search over everything.
  const [isEnterHeld, holdEnter] = useState(false);
  const canChoose = matched.length > 0 || !isSearching;
  useEffect(() => {
    if (!isEnterHeld || !canChoose || active === undefined) return;
    holdEnter(false);
    run(active);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setAt((held) => (Math.min(held, found.length - 1) + step + found.length) % Math.max(1, found.length));
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      if (!canChoose) holdEnter(true);
      else if (active !== undefined) run(active);
    }
  };
  const write = (typed: string) => {
    setWords(typed);
    setAt(0);
    holdEnter(false);
  };
  return { words, found, isNothingFound: canChoose && matched.length === 0, active, write, run, onKeyDown };
}

function Row(props: {
  readonly id: string;
  readonly command: Command;
  readonly isActive: boolean;
  readonly onRun: (command: Command) => void;
}) {
  const { command, isActive } = props;
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) line.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the text box holds the focus and names its active option.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the text box takes the keys.
    <div
      ref={line}
      role="option"
      id={props.id}
      aria-selected={isActive}
      className={`${chooser.option} ${styles.option}`}
      onClick={() => props.onRun(command)}
    >
      {command.marketplace !== null ? (
        <MarketplaceMark marketplace={command.marketplace} size={18} />
      ) : (
        <Icon name={command.icon} />
      )}
      <span className={chooser.label}>{command.label}</span>
      <span className={styles.detail}>{command.detail}</span>
      {command.keys !== '' && <Keys keys={command.keys} />}
      <span className={styles.group}>{command.group}</span>
    </div>
  );
}
