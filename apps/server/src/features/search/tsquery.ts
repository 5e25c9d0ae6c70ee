import type { Question } from '@pasar/domain';

/** The question in the language of PostgreSQL. Words have no other signs than letters, marks, digits and the low line. */
export const tsqueryOf = ({ parts }: Question, prefix: string): string =>
  parts
    .map(
      (ways) =>
        `(${ways
          .map((words) => words.map(({ word, isPrefix }) => `'${prefix}${word}'${isPrefix ? ':*' : ''}`).join(' & '))
          .join(' | ')})`,
    )
    .join(' & ');
