import { readCatalogues, writeKeys } from '../language/catalogues.ts';

writeKeys(readCatalogues('messages'));
