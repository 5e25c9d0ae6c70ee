import { createStore } from '@pasar/sync';
import { Component, type ComponentType, type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { Button } from '../ui/button.tsx';
import { Empty } from '../ui/empty.tsx';
import { useModal } from '../ui/use-modal.ts';
import styles from './lazy-screen.module.css';
import { reasonText, useLocale, useTranslation } from './texts/i18n.ts';

/** Spec 1 §7. */
const LOAD_TIMEOUT_MS = 120_000;

/** Settles as `script` does; rejects when the script has not arrived after 120 s (spec 1 §7). */
export function inTime<Code>(script: Promise<Code>): Promise<Code> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('a script did not arrive in 120 s')), LOAD_TIMEOUT_MS);
    script.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/**
 * Whether the server gives the desk's page now. A page that is not given keeps the window as it is, so that a window
 * without a connection never loses what it shows.
 */
async function pageAnswers(): Promise<boolean> {
  try {
    return (await fetch('/', { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

/** Loads the code of a screen and its texts together. */
export async function withTexts<Screen>(
  needTexts: () => Promise<unknown>,
  load: () => Promise<Screen>,
): Promise<Screen> {
  const [screen] = await Promise.all([load(), needTexts()]);
  return screen;
}

type Code<Props> =
  | { readonly state: 'unasked' | 'coming' | 'failed' }
  | { readonly state: 'here'; readonly Screen: ComponentType<Props> };

interface Stand<Props> {
  /** Drawn until the code is here. By default nothing. */
  readonly coming?: (props: Props) => ReactNode;
  /**
   * Drawn when the code could not be loaded, or failed while it drew; `again` loads or draws it again. By default
   * `Failed`.
   */
  readonly failed?: (props: Props, again: () => void) => ReactNode;
}

/**
 * A screen, or a part of one, whose code is loaded when it is first drawn, or earlier by `load`, which never rejects. A
 * script that has not arrived after 120 s counts as failed (spec 1 §7); if it arrives later, it is used. Once the code
 * is here, the screen is drawn in the frame in which it is asked for. A failure stays within the screen.
 *
 * Browsers, Chromium 150 among them, keep a failed import for the life of the page and never fetch it a second time. So
 * when `again` fails while the server answers, the whole page is loaded anew. Drafts and what waits to be sent survive.
 */
export function lazyScreen<Props extends object>(
  importScreen: () => Promise<ComponentType<Props>>,
  { coming = () => null, failed = (_, again) => <Failed again={again} /> }: Stand<Props> = {},
) {
  const code = createStore<Code<Props>>({ state: 'unasked' });
  const load = async (): Promise<void> => {
    const { state } = code.get();
    if (state === 'here' || state === 'coming') return;
    code.update(() => ({ state: 'coming' }));
    try {
      await inTime(importScreen().then((Screen) => code.update(() => ({ state: 'here', Screen }))));
    } catch {
      // The screen shows the failure and offers to try again.
      code.update((now) => (now.state === 'coming' ? { state: 'failed' } : now));
    }
  };
  const again = async (): Promise<void> => {
    await load();
    if (code.get().state === 'failed' && (await pageAnswers())) location.reload();
  };
  function LazyScreen(props: Props) {
    const held = useSyncExternalStore(code.subscribe, code.get);
    useEffect(() => void load(), []);
    if (held.state === 'failed') return failed(props, () => void again());
    if (held.state !== 'here') return coming(props);
    return (
      <Boundary failed={(retry) => failed(props, retry)}>
        <held.Screen {...props} />
      </Boundary>
    );
  }
  return Object.assign(LazyScreen, { load });
}

interface BoundaryProps {
  readonly failed: (again: () => void) => ReactNode;
  readonly children: ReactNode;
}

/** Keeps an exception of the screen inside away from the rest of the desk. React itself writes it to the console. */
class Boundary extends Component<BoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };
  static getDerivedStateFromError = () => ({ hasFailed: true });
  override render(): ReactNode {
    return this.state.hasFailed ? this.props.failed(() => this.setState({ hasFailed: false })) : this.props.children;
  }
}

interface FailedProps {
  readonly again: () => void;
}

/** In place of a screen or a pane. */
function Failed({ again, children }: FailedProps & { readonly children?: ReactNode }) {
  const { t } = useTranslation('common');
  return (
    <Empty icon="plug" title={reasonText('loading_failed', useLocale())}>
      <Button kind="plain" onClick={again}>
        {t('tryAgain')}
      </Button>
      {children}
    </Empty>
  );
}

/** In place of a small part of a pane. */
export const failedLine = (_: object, again: () => void): ReactNode => <FailedLine again={again} />;
function FailedLine({ again }: FailedProps) {
  const { t } = useTranslation('common');
  return (
    <p role="alert">
      {reasonText('loading_failed', useLocale())}{' '}
      <Button kind="link" onClick={again}>
        {t('tryAgain')}
      </Button>
    </p>
  );
}

/** In place of a dialog. `close` closes it. */
export const failedDialog =
  <Props,>(close: (props: Props) => void) =>
  (props: Props, again: () => void): ReactNode => <FailedDialog again={again} onClose={() => close(props)} />;
function FailedDialog({ again, onClose }: FailedProps & { readonly onClose: () => void }) {
  const { t } = useTranslation('common');
  return (
    <dialog
      ref={useModal()}
      className={styles.dialog}
      aria-label={reasonText('loading_failed', useLocale())}
      onCancel={onClose}
    >
      <Failed again={again}>
        <Button kind="plain" onClick={onClose}>
          {t('close')}
        </Button>
      </Failed>
    </dialog>
  );
}
