import { placeholdersIn } from '../../parse/value.ts';

/** The columns that `link` of a map names. {id} is no column, but the id of the plan. */
export const columnsInLink = (template = ''): readonly string[] =>
  placeholdersIn(template).filter((name) => name !== 'id');
