/** In characters. */
export const maxMaintenanceMessageLength = 500;
export const maxIdLength = 64;
export const maxProductNameLength = 40;
export const maxTaglineLength = 120;
export const maxLegalNameLength = 120;
export const maxAddressLength = 500;
/** With spaces around it. */
export const maxColorLength = 20;
export const maxAppStoreUrlLength = 300;
export const maxFooterTextLength = 300;
export const maxFooterLinks = 5;
export const maxLinkLabelLength = 60;
export const maxLinkAddressLength = 300;
