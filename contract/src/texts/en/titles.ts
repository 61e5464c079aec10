/** Titles of the pages (product §2.1). The server writes them into the document, and the page keeps them. */
export const pageTitles = {
  home: 'Customer Payment Portal',
  resolve: "Let's resolve your invoice!",
  faq: 'FAQ',
  privacyPolicy: 'Privacy Policy',
  termsOfService: 'Terms of Service',
  invoice: 'Resolve the invoice',
  portalOf: (company: string) => `${company} customer portal`,
};
