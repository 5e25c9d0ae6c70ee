import { type AutomaticAnswer, type AutomaticAnswerPart, automaticMediaPath } from '@pasar/api';
import form from '../../ui/form-dialog.module.css';
import { useLocale, useTranslation } from '../texts/i18n.ts';
import { languageName } from '../texts/language-name.ts';
import { Film } from './film.tsx';
import { PART_TEXTS } from './texts.ts';
import styles from './written-parts.module.css';

/** What an automatic message says, for members who may not change it. Null: nothing was written. */
export function WrittenParts({ content }: { readonly content: AutomaticAnswer | null }) {
  const { t } = useTranslation('parts');
  const locale = useLocale();
  if (content === null) return <p className={form.hint}>{t('nothingWritten')}</p>;
  const variants = [{ language: null, parts: content.parts }, ...content.variants];
  return variants.map(({ language, parts }) => (
    <section key={language} className={styles.written}>
      <h4>{language === null ? t('language.all') : languageName(language, locale)}</h4>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other name than their place.
        <WrittenPart key={index} part={part} />
      ))}
    </section>
  ));
}

function WrittenPart({ part }: { readonly part: AutomaticAnswerPart }) {
  const { t } = useTranslation('parts');
  if (part.kind === 'video') return <Film url={automaticMediaPath(part.videoId)} name={part.title} />;
  return (
    <p dir="auto">
      {part.kind === 'text' && part.text}
      {part.kind === 'image' && (
        <img className={styles.picture} src={automaticMediaPath(part.pictureId)} alt={part.fileName} />
      )}
      {part.kind !== 'text' && part.kind !== 'image' && `${t(PART_TEXTS[part.kind])}: ${part.title}`}
    </p>
  );
}
