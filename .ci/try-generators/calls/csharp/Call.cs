// Lists webhooks with the client of openapi-generator's csharp.
using Org.OpenAPITools.Api;
using Org.OpenAPITools.Client;

var configuration = new Configuration
{
    BasePath = System.Environment.GetEnvironmentVariable("OUTREACH_BASE_URL"),
    AccessToken = System.Environment.GetEnvironmentVariable("OUTREACH_TOKEN"),
};
var page = new WebhooksApi(configuration).ListWebhooks(limit: 3);
System.Console.WriteLine($"listed {page.Data.Count} of {page.Total}");
