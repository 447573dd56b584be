package com.example.outreach;

import java.util.Map;
import java.util.TreeMap;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.validation.ObjectError;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/** Refused requests are answered with a problem (RFC 9457). */
@RestControllerAdvice
class ProblemHandler extends ResponseEntityExceptionHandler {

  /** A readable body with invalid fields. */
  @Override
  protected ResponseEntity<Object> handleMethodArgumentNotValid(
      MethodArgumentNotValidException exception,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    Map<String, String> errors = new TreeMap<>();
    exception
        .getFieldErrors()
        .forEach(error -> errors.put(error.getField(), String.valueOf(error.getDefaultMessage())));
    exception.getGlobalErrors().forEach((ObjectError error) -> errors.put("", error.getDefaultMessage()));
    ProblemDetail problem =
        ProblemDetail.forStatusAndDetail(HttpStatus.UNPROCESSABLE_ENTITY, "The request is not valid.");
    problem.setProperty("errors", errors);
    return handleExceptionInternal(
        exception, problem, headers, HttpStatus.UNPROCESSABLE_ENTITY, request);
  }

  @ExceptionHandler
  ProblemDetail changedMeanwhile(OptimisticLockingFailureException exception) {
    return ProblemDetail.forStatusAndDetail(HttpStatus.CONFLICT, "It was changed meanwhile.");
  }

  @ExceptionHandler
  ProblemDetail badFilter(IllegalArgumentException exception) {
    return ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, exception.getMessage());
  }
}
