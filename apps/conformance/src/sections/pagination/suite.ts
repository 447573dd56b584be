/** The rules of the section, and the experiments that each of them judges. */
import { defineRule, type Rule } from '../../session/suite.ts';
import * as pagination from './pagination.rules.ts';
import { filteredWindow } from './filtered-window.ts';
import { listWalk, newKeyWalk } from './list-walk.ts';
import { newKeyWindow, pageWindow } from './page-window.ts';
import { spelledOutDefaults } from './spelled-out-defaults.ts';

/** The rules of the section. */
export const rules: readonly Rule[] = [
  defineRule(pagination.pageSizeDefaultsTo20, { from: [pageWindow, filteredWindow, newKeyWindow] }),
  defineRule(pagination.offsetDefaultsTo0, { from: [pageWindow, filteredWindow, newKeyWindow] }),
  defineRule(pagination.limitAndOffsetAreAccepted, { from: [pageWindow, filteredWindow, newKeyWindow] }),
  defineRule(pagination.envelopeIsComplete, { from: [pageWindow, filteredWindow, newKeyWindow] }),
  defineRule(pagination.pageIsFull, { from: [pageWindow, newKeyWindow] }),
  defineRule(pagination.hasMoreStatesWhetherRecordsFollow, { from: [pageWindow, newKeyWindow] }),
  defineRule(pagination.walkHoldsEveryRecordOnce, { from: [listWalk, newKeyWalk] }),
  defineRule(pagination.defaultsSpelledOutChangeNothing, { from: [spelledOutDefaults] }),
  defineRule(pagination.totalIsTheSameOnEachPage, { from: [pageWindow, newKeyWindow] }),
  defineRule(pagination.pastTheEndIsEmpty, { from: [pageWindow, newKeyWindow] }),
];
