import type { IpSubjectView } from '@pasar/api';
import type { CallFailure } from '@pasar/sync';
import { useState } from 'react';
import { type LookedUp, useLookUp } from '../../base/look-up.ts';
import { LookedUpPart } from '../../base/looked-up.tsx';
import { SUBJECTS } from '../../base/subjects.ts';
import { failureText } from '../../base/texts/failure-text.ts';
import { useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import type { Ask } from './ask.ts';
import styles from './isolation-panel.module.css';
import { isFound, type Listed } from './listed.ts';
import { Logins } from './logins.tsx';
import { PasteProxies } from './paste-proxies.tsx';
import { ProxyForm } from './proxy-form.tsx';
import { SubjectRow } from './subject-row.tsx';

/**
 * IP isolation: the proxies of the account, and which login leaves by which proxy. All shops of a login use the same
 * route.
 */
export function IsolationPanel() {
  const { t } = useTranslation('routing');
  const { t: common } = useTranslation('common');
  const look = useLookUp(SUBJECTS, {});
  const [problem, setProblem] = useState<CallFailure | null>(null);
  const ask: Ask = (asked) => void asked.then((result) => setProblem(result.ok ? null : result.failure));
  const [words, setWords] = useState('');
  const listed = look.state === 'found' || look.state === 'stale' ? look.data : null;
  return (
    <div className={styles.panel}>
      <input
        type="search"
        className={styles.search}
        aria-label={t('search')}
        placeholder={t('search')}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      {problem !== null && (
        <p className={styles.bad} role="alert">
          {failureText(problem, common)}
        </p>
      )}
      <div className={styles.sides}>
        <Proxies look={look} words={words} ask={ask} />
        {listed !== null && <Logins listed={listed} words={words} ask={ask} />}
      </div>
    </div>
  );
}

/** The named proxies, and the two ways to add some. */
function Proxies(props: { readonly look: LookedUp<Listed>; readonly words: string; readonly ask: Ask }) {
  const { t } = useTranslation('routing');
  const { look, words, ask } = props;
  const [adding, setAdding] = useState<'none' | 'one' | 'list'>('none');
  const toggle = (way: 'one' | 'list') => setAdding(adding === way ? 'none' : way);
  const listed = look.state === 'found' || look.state === 'stale' ? look.data : null;
  const named = listed?.subjects.filter((subject) => subject.scope === 'platform') ?? [];
  const shown = named.filter((subject) => isFound(words, proxyWords(subject)));
  return (
    <section className={styles.side} aria-label={t('subjects.label')}>
      <header className={styles.head}>
        <h3>{t('subjects.label')}</h3>
        <span className={styles.buttons}>
          <Button kind="plain" onClick={() => toggle('list')} aria-expanded={adding === 'list'}>
            {t('paste.open')}
          </Button>
          <Button kind="plain" onClick={() => toggle('one')} aria-expanded={adding === 'one'}>
            {t(adding === 'one' ? 'subjects.cancel' : 'subjects.add')}
          </Button>
        </span>
      </header>
      {adding === 'list' && <PasteProxies subjects={named} onClose={() => setAdding('none')} />}
      {adding === 'one' && (
        <ProxyForm target={{ scope: 'platform', changed: null }} countries={[]} onSaved={() => setAdding('none')} />
      )}
      <LookedUpPart
        look={look}
        draw={() =>
          named.length === 0 &&
          adding === 'none' && <Empty icon="plug" title={t('subjects.empty')} text={t('subjects.emptyText')} />
        }
      />
      {named.length > 0 && shown.length === 0 && <p className={styles.detail}>{t('search.none', { words })}</p>}
      <ul className={styles.subjects}>
        {shown.map((subject) => (
          <SubjectRow
            key={subject.ip_partition_subject_id}
            subject={subject}
            bindings={listed?.bindings ?? []}
            ask={ask}
          />
        ))}
      </ul>
    </section>
  );
}

const proxyWords = (subject: IpSubjectView): readonly string[] => [
  subject.name,
  `${subject.type}://${subject.ip}:${subject.port}`,
  subject.username ?? '',
  subject.exit?.ip ?? '',
];
