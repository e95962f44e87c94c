/**
 * The names of the fields by which feeds tell their pages, as `plainName` writes them: "next_page" and "nextPage" are
 * "nextpage".
 */

const names = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** The address or the number of the next page. */
export const NEXT = names(
  `next nextpage nexturl nexturi nextlink nexthref nextpageurl nextpageuri nextpagelink nextpagehref nextpagenumber
  nextoffset nextrecordsurl odatanextlink hydranext`,
);

/** The cursor of the next page. */
export const CURSOR = names(
  `cursor nextcursor cursornext endcursor aftercursor nextpagecursor nextpagetoken nexttoken continuationtoken
  nextcontinuationtoken nextmarker lastevaluatedkey`,
);

/** True if a page follows. */
export const HAS_MORE = names(
  `more hasmore hasnext hasnextpage hasmorepage hasmorepages hasmoreitems hasmoreresults hasmoredata hasmorerecords
  moreavailable istruncated truncated`,
);

/** False if a page follows. */
export const IS_LAST = names('last islast lastpage islastpage done');

/** The number of pages. */
export const PAGES = names(
  'pages pagecount pagetotal pagestotal totalpages totalpage lastpage numpages nbpages numberofpages maxpage',
);

/** The number of this page. */
export const PAGE = names('page pageindex pagenumber currentpage pageno');

/** The number of rows of all pages. */
export const TOTAL = names(
  `total totalcount totalitems totalresults totalrows totalrecords totalelements totalentries recordstotal numfound
  nbhits odatacount hydratotalitems opensearchtotalresults`,
);

/** The number of rows before this page. */
export const OFFSET = names('offset skip');

/** Objects that describe the paging. */
export const DESCRIPTIONS = names(
  `meta metadata links page pager paging pagination pageinfo paginginfo paginationinfo pagecontext responsemetadata
  hydraview cursor cursors`,
);

/** Lists of links with their relations: [{"rel": "next", "href": "…"}]. */
export const LINKS = names('link links atomlink');
