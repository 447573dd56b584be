/** Generates a client on `fetch`; its address is that of the document, with another value of its variable. */
export default {
  outreach: {
    input: 'openapi.yaml',
    output: {
      target: 'generated/api.ts',
      client: 'fetch',
      baseUrl: {
        getBaseUrlFromSpecification: true,
        variables: { base_url: process.env.OUTREACH_BASE_URL },
      },
    },
  },
};
